<?php
// Finds a smart list by name and sends to its members in Cairo aged 18 or older.
// Usage: php send-to-smart-list.php WSDL CUSTOMER USER PASSWORD LIST
[, $wsdl, $customer, $name, $password, $list] = $argv;

$client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$user = ['CustomerID' => (int) $customer, 'Name' => $name, 'Password' => $password];

$found = $client->FindDistributionLists([
    'user' => $user,
    'searchCriteria' => ['ID' => '00000000-0000-0000-0000-000000000000', 'Name' => $list],
])->FindDistributionListsResult;
if ($found->ErrorCode !== 0 || !isset($found->Lists->DistributionListDescription)) {
    exit("{$found->Result}: no list called $list\n");
}

$sent = $client->SendSmsToSmartList([
    'user' => $user,
    'sendingDetails' => [
        'Originator' => 'Shop',
        'SmsText' => 'Our shop in Cairo opens on Monday',
        'MessageType' => 'Latin',
        'SmartListID' => $found->Lists->DistributionListDescription[0]->ID,
        'Count' => 1000,
        'Filters' => ['SearchFilter' => [
            ['ColumnName' => 'city', 'Operands' => ['string' => ['Cairo']], 'Operator' => 'Equal'],
            ['ColumnName' => 'age', 'Operands' => ['string' => ['18']], 'Operator' => 'GreaterOrEqual'],
        ]],
    ],
])->SendSmsToSmartListResult;
echo "{$sent->Result} {$sent->TransactionID}\n";
