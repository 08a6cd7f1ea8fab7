<?php
// Reads the new messages of the inbox and prints them, then deletes what has been read.
// Usage: php inbox.php WSDL CUSTOMER USER PASSWORD
[, $wsdl, $customer, $name, $password] = $argv;

$client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);
$ask = function (string $operation) use ($client, $customer, $name, $password) {
    $answer = $client->HTTP_Json_InboxProcessing([
        'customerID' => (int) $customer, 'userName' => $name, 'userPassword' => $password, 'operation' => $operation,
    ])->HTTP_Json_InboxProcessingResult;
    // One member, named after the kind of answer.
    return current((array) json_decode($answer));
};

$inbox = $ask('fetch-new');
if ($inbox->result !== 'OK') {
    exit("{$inbox->result}\n");
}
foreach ($inbox->message as $message) {
    // The text comes as hexadecimal digits of UTF-16.
    echo "{$message->from}: ", iconv('UTF-16BE', 'UTF-8', hex2bin($message->textU)), "\n";
}
echo "{$ask('kill-old')->deleted} deleted\n";
