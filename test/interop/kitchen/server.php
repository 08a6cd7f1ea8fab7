<?php
// The kitchen as PHP's own SoapServer serves it, for the generated client.
ini_set('soap.wsdl_cache_enabled', '0');
$server = new SoapServer(__DIR__ . '/kitchen.wsdl', ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);

class Kitchen
{
    private $key = '';

    public function Key($key)
    {
        $this->key = $key;
    }

    public function Cook($parameters)
    {
        global $server;
        $dish = $parameters->dish;
        if ($dish->name === 'toast') {
            throw new SoapFault('Server', 'It is burnt', null, ['dish' => 'toast'], 'Burnt');
        }
        $server->addSoapHeader(new SoapHeader('urn:example:kitchen', 'Left', strlen($this->key)));
        $dish->hot = true;
        return ['dish' => $dish, 'seconds' => '1.50'];
    }

    public function Weigh($name, $grams)
    {
        return ['label' => "$grams g of $name", 'ounces' => $grams / 28];
    }

    public function Sort($names)
    {
        sort($names);
        return $names;
    }
}

$server->setClass('Kitchen');
$server->handle();
