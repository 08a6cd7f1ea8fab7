<?php
// Prints the unread messages of the inbox, then deletes the read ones.
// Usage: php inbox.php WSDL CUSTOMER USER PASSWORD
[, $wsdl, $customer, $name, $password] = $argv;

$client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);
$ask = function (string $operation) use ($client, $customer, $name, $password) {
    $json = $client->HTTP_Json_InboxProcessing([
        'customerID' => (int) $customer, 'userName' => $name, 'userPassword' => $password, 'operation' => $operation,
    ])->HTTP_Json_InboxProcessingResult;
    // The object has one member, named after the kind of result.
    return current((array) json_decode($json));
};

$inbox = $ask('fetch-new');
if ($inbox->result !== 'OK') {
    exit("{$inbox->result}\n");
}
foreach ($inbox->message as $message) {
    // textU is UTF-16BE in hexadecimal digits.
    echo "{$message->from}: ", iconv('UTF-16BE', 'UTF-8', hex2bin($message->textU)), "\n";
}
echo "{$ask('kill-old')->deleted} deleted\n";
