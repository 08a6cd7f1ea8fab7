<?php
// Finds a distribution list by name, sends to all its recipients, and shows how many messages were delivered.
// Usage: php send-to-list.php WSDL CUSTOMER USER PASSWORD LIST
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
$description = $found->Lists->DistributionListDescription[0];

$sent = $client->SendSmsToDistributionList([
    'user' => $user,
    'sendingDetails' => [
        'Originator' => 'Shop',
        'SmsText' => 'Our sale begins on Monday',
        'MessageType' => 'Latin',
        'DistributionListID' => $description->ID,
        'DistributionListOffset' => 0,
        'DistributionListCount' => $description->RecipientsCount,
    ],
])->SendSmsToDistributionListResult;
if ($sent->Result !== 'OK') {
    exit("{$sent->Result}\n");
}
echo "sent to {$description->RecipientsCount}: {$sent->TransactionID}\n";

// Statistics has one element per status, named after it; its text begins with the number of recipients.
for ($second = 0; $second < 5; $second++) {
    sleep(1);
    $status = $client->GetSmsStatus([
        'user' => $user, 'transactionID' => $sent->TransactionID, 'detailed' => false,
    ])->GetSmsStatusResult;
    preg_match_all('/<(\w+)>(\d+)<StatusU>/', $status->Statistics->any, $states);
    $counts = array_combine($states[1], array_map('intval', $states[2]));
    echo json_encode($counts), "\n";
    if ($counts === ['SMSC_DELIVERED' => $description->RecipientsCount]) {
        break;
    }
}
