<?php
// PHP's own SoapClient calls the kitchen at the URL of the first argument; prints what it sees as JSON.
ini_set('soap.wsdl_cache_enabled', '0');
$client = new SoapClient($argv[1] . '?wsdl', ['trace' => true, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$seen = [];
$headers = null;
$key = new SoapHeader('urn:example:kitchen', 'Key', 'abc', true);
$dish = ['name' => 'soup', 'grams' => 300, 'note' => ['a & b', 'c'], 'number' => 7];
$seen['cooked'] = $client->__soapCall('Cook', [['dish' => $dish]], null, $key, $headers);
$seen['headers'] = $headers;
$seen['weighed'] = $client->Weigh('flour', 56);
$seen['sorted'] = $client->Sort(['pear', 'apple']);
try {
    $client->Cook(['dish' => ['name' => 'toast', 'pieces' => 2, 'number' => 8]]);
} catch (SoapFault $fault) {
    $seen['fault'] = [$fault->faultcode, $fault->getMessage(), $fault->detail];
}
echo json_encode($seen);
