<?php
// php verify.php SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY

function isCallback(string $secret, string $id, string $time, string $signatures, string $body, int $now): bool
{
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false || !ctype_digit($time) || abs($now - (int) $time) > 300) {
        return false;
    }
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    $valid = false;
    foreach (explode(' ', $signatures) as $signature) {
        $valid = hash_equals($wanted, $signature) || $valid;
    }
    return $valid;
}

// In a web server: $_SERVER['HTTP_WEBHOOK_ID'] and so on, and file_get_contents('php://input').
[, $secret, $id, $time, $signatures] = $argv;
$body = stream_get_contents(STDIN);
echo isCallback($secret, $id, $time, $signatures, $body, time()) ? "valid\n" : "invalid\n";
