<?php
// Prints the unread messages of the inbox, then deletes the read ones.
// Usage: php inbox.php ADDRESS CUSTOMER USER PASSWORD
[, $address, $customer, $name, $password] = $argv;

$client = new SoapClient("$address?wsdl", ['cache_wsdl' => WSDL_CACHE_NONE]);

// Calls an operation of the inbox; ends the program with the reason if the call was refused.
$ask = function (string $operation) use ($client, $customer, $name, $password) {
    $json = $client->HTTP_Json_InboxProcessing([
        'customerID' => (int) $customer, 'userName' => $name, 'userPassword' => $password, 'operation' => $operation,
    ])->HTTP_Json_InboxProcessingResult;
    // The object has one member, named after the kind of result.
    $inbox = current((array) json_decode($json));
    if ($inbox->result !== 'OK') {
        fwrite(STDERR, "refused: {$inbox->result}\n");
        exit(1);
    }
    return $inbox;
};

foreach ($ask('fetch-new')->message as $message) {
    // textU is UTF-16BE in hexadecimal digits.
    echo "{$message->from}: ", iconv('UTF-16BE', 'UTF-8', hex2bin($message->textU)), "\n";
}
echo "{$ask('kill-old')->deleted} deleted\n";
