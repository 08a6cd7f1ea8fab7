<?php
// Sends a message and waits for its final status, for at most a minute.
// Usage: php send.php ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
// KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
[, $address, $customer, $name, $password, $number, $key] = $argv;

$client = new SoapClient("$address?wsdl", ['soap_version' => SOAP_1_2]);
$user = ['CustomerID' => (int) $customer, 'Name' => $name, 'Password' => $password];

/** Returns the record of a response; ends the program with the reason if the call was refused. */
function accepted(object $record): object
{
    if ($record->Result !== 'OK') {
        fwrite(STDERR, "refused: {$record->Result}\n");
        exit(1);
    }
    return $record;
}

$sent = accepted($client->SendSmsTransaction([
    'user' => $user, 'originator' => 'Shop', 'smsText' => 'Your parcel is ready', 'recipientPhone' => $number,
    'messageType' => 'Latin', 'defDate' => '', 'blink' => false, 'flash' => false, 'Private' => false,
    'clientTransactionID' => $key,
])->SendSmsTransactionResult);
echo "sent: {$sent->TransactionID}\n";

$open = ['InProcessNow', 'SUCCESS', 'SMSC_DEFERRED', 'SMSC_ENROUTE', 'SMSC_ACCEPTED'];
for ($attempt = 0; $attempt < 12; $attempt++) {
    $status = accepted($client->GetSmsStatus([
        'user' => $user, 'transactionID' => $sent->TransactionID, 'detailed' => false,
    ])->GetSmsStatusResult);
    preg_match_all('/<(\w+)>\d+<StatusU>/', $status->Statistics->any, $found);
    if ($found[1] !== [] && array_intersect($found[1], $open) === []) {
        echo 'final: ', implode(' ', $found[1]), "\n";
        exit(0);
    }
    sleep(5);
}
fwrite(STDERR, "no final status yet\n");
exit(2);
