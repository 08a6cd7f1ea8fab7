# perl verify.pl SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_base64 sha256);
use MIME::Base64 qw(decode_base64);

sub is_callback {
    my ($secret, $id, $at, $signatures, $body, $now) = @_;
    return 0 if $at !~ /\A[0-9]+\z/ || abs($now - $at) > 300;
    $secret =~ s/\Awhsec_//;
    # Digest::SHA leaves out the padding.
    my $wanted = 'v1,' . hmac_sha256_base64("$id.$at.$body", decode_base64($secret)) . '=';
    # Digests are compared, so that the time says nothing about the place of the first difference.
    return scalar grep { sha256($_) eq sha256($wanted) } split / /, $signatures;
}

binmode STDIN;
my $body = do { local $/; <STDIN> };
print is_callback(@ARGV[0 .. 3], $body, time) ? "valid\n" : "invalid\n";
