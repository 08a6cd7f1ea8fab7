<?php
// A public contract that adds numbers: `php -S` serves it, `php adder.php URL` calls it. MESSENGER_WSDL names the contract.
ini_set('soap.wsdl_cache_enabled', '0');
$wsdl = getenv('MESSENGER_WSDL');

class Adder
{
    public function addNumbers($parameters)
    {
        $sum = $parameters->number1 + $parameters->number2;
        if ($sum < 0) {
            throw new SoapFault('Server', 'Negative', null, ['detail' => (string) $sum, 'message' => 'Negative'], 'addFault');
        }
        return ['return' => $sum];
    }
}

if (PHP_SAPI === 'cli') {
    $client = new SoapClient($argv[1] . '?wsdl');
    $seen = ['sum' => $client->addNumbers(['number1' => 2, 'number2' => 3])->return];
    try {
        $client->addNumbers(['number1' => -2, 'number2' => 1]);
    } catch (SoapFault $fault) {
        $seen['fault'] = $fault->detail;
    }
    echo json_encode($seen);
} else {
    $server = new SoapServer($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);
    $server->setClass('Adder');
    $server->handle();
}
