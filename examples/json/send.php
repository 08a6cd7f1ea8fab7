<?php
// Sends a message and waits for its final status, for at most a minute.
// Usage: php send.php ADDRESS KEY NUMBER ID
// KEY is an API key. ID is yours, such as the number of an order: a repeat with the same ID within a day sends nothing twice.

[, $address, $key, $number, $id] = $argv;

/** Calls the interface; ends the program with the reason if the call was refused. */
function call(string $url, string $key, ?array $document = null, array $headers = []): array
{
    $headers[] = "Authorization: Bearer $key";
    $options = ['method' => 'GET', 'ignore_errors' => true, 'timeout' => 30];
    if ($document !== null) {
        $headers[] = 'Content-Type: application/json';
        $options['method'] = 'POST';
        $options['content'] = json_encode($document, JSON_THROW_ON_ERROR);
    }
    $options['header'] = $headers;
    $body = file_get_contents($url, false, stream_context_create(['http' => $options]));
    $answer = json_decode((string) $body, true, 512, JSON_THROW_ON_ERROR);
    if (isset($answer['code'], $answer['title'])) {
        fwrite(STDERR, "refused: {$answer['detail']}\n");
        exit(1);
    }
    return $answer;
}

$message = [
    'originator' => 'Shop',
    'smsText' => 'Your parcel is ready',
    'recipientPhone' => $number,
    'messageType' => 'Latin',
];
$sent = call("$address/messages", $key, $message, ["Idempotency-Key: $id"]);
echo "sent: {$sent['transactionId']}\n";

for ($attempt = 0; $attempt < 12; $attempt++) {
    $status = call("$address/messages/{$sent['transactionId']}", $key);
    if ($status['final']) {
        echo 'final: ', implode(' ', array_column($status['statuses'], 'status')), "\n";
        exit(0);
    }
    sleep(5);
}
fwrite(STDERR, "no final status yet\n");
exit(2);
