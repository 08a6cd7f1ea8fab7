# Sends a message and waits for its final status, for at most a minute.
# Usage: ruby send.rb ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
# KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
require "net/http"
require "rexml/document"

ADDRESS, CUSTOMER, USER, PASSWORD, number, key = ARGV
OPEN = %w[InProcessNow SUCCESS SMSC_DEFERRED SMSC_ENROUTE SMSC_ACCEPTED].freeze

def text(record, name)
  record.elements.find { |each| each.name == name }&.text.to_s
end

# Calls an operation over HTTP POST; ends the program with the reason if the call was refused.
def call(operation, fields)
  account = { "customerID" => CUSTOMER, "userName" => USER, "userPassword" => PASSWORD }
  response = Net::HTTP.post_form(URI("#{ADDRESS}/#{operation}"), fields.merge(account))
  abort "HTTP #{response.code}" unless response.is_a?(Net::HTTPSuccess)
  record = REXML::Document.new(response.body).root
  result = text(record, "Result")
  abort "refused: #{result}" unless result == "OK"
  record
end

sent = call("HTTP_SendSmsTransaction",
            "originator" => "Shop", "smsText" => "Your parcel is ready", "recipientPhone" => number,
            "messageType" => "Latin", "defDate" => "", "blink" => "false", "flash" => "false",
            "Private" => "false", "clientTransactionID" => key)
transaction = text(sent, "TransactionID")
puts "sent: #{transaction}"

12.times do
  status = call("HTTP_GetSmsStatus", "transactionID" => transaction, "detailed" => "false")
  names = REXML::XPath.match(status, "//*[local-name()='statistics']/*").map(&:name)
  if names.any? && (names & OPEN).empty?
    puts "final: #{names.join(' ')}"
    exit
  end
  sleep 5
end
warn "no final status yet"
exit 2
