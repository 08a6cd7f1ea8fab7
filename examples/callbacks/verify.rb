# ruby verify.rb SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
require "openssl"

def callback?(secret, id, at, signatures, body, now)
  return false unless at.match?(/\A[0-9]+\z/) && (now - at.to_i).abs <= 300
  key = secret.delete_prefix("whsec_").unpack1("m")
  wanted = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{at}.".b + body)].pack('m0')}"
  # Compares digests, in constant time.
  signatures.split(" ").any? { |signature| OpenSSL.secure_compare(signature, wanted) }
end

puts callback?(*ARGV, $stdin.binmode.read, Time.now.to_i) ? "valid" : "invalid"
