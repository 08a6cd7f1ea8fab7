<?php
// Authenticates, sends one SMS, polls its status for at most a minute, and prints the results as JSON.
// Usage: php send.php WSDL VERSION(1|2) CUSTOMER USER PASSWORD
[, $wsdl, $version, $customer, $name, $password] = $argv;

$client = new SoapClient($wsdl, [
    'soap_version' => $version === '2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'exceptions' => true,
    'trace' => true,
]);
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

$account = accepted($client->Authenticate(['user' => $user])->AuthenticateResult);
$originators = (array) $account->Originators->string;
$sent = accepted($client->SendSms([
    'user' => $user,
    'originator' => $originators[0],
    'smsText' => 'Your parcel is ready & waits',
    'recipientPhone' => '+12025550123',
    'messageType' => 'Latin',
    'defDate' => '',
    'blink' => false,
    'flash' => false,
    'Private' => false,
])->SendSmsResult);

$deadline = microtime(true) + 60;
do {
    $status = accepted($client->GetSmsStatus([
        'user' => $user,
        'transactionID' => $sent->TransactionID,
        'detailed' => true,
    ])->GetSmsStatusResult);
    $delivered = str_contains($status->Statistics->any, 'SMSC_DELIVERED');
    if (!$delivered) {
        usleep(100_000);
    }
} while (!$delivered && microtime(true) < $deadline);

echo json_encode([
    'greeting' => $client->GetGreeting()->GetGreetingResult,
    'authenticated' => $account->Result,
    'customer' => $account->CustomerID,
    'originators' => $originators,
    'sent' => $sent->Result,
    'transaction' => $sent->TransactionID,
    'statistics' => $status->Statistics->any,
    'details' => $status->Details->any,
    'contentType' => preg_match('/^content-type:\s*(\S+)/mi', $client->__getLastResponseHeaders(), $m) ? $m[1] : null,
]);
