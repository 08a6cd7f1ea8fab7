# Prints the unread messages of the inbox, then deletes the read ones.
# Usage: ruby inbox.rb ADDRESS CUSTOMER USER PASSWORD
require "json"
require "net/http"
require "rexml/document"

ADDRESS, CUSTOMER, USER, PASSWORD = ARGV

# Calls an operation of the inbox; ends the program with the reason if the call was refused.
def call(operation)
  fields = { "customerID" => CUSTOMER, "userName" => USER, "userPassword" => PASSWORD,
             "operation" => operation, "messageId" => "" }
  response = Net::HTTP.post_form(URI("#{ADDRESS}/HTTP_Json_InboxProcessing"), fields)
  abort "HTTP #{response.code}" unless response.is_a?(Net::HTTPSuccess)
  # The object has one member, named after the kind of result.
  inbox = JSON.parse(REXML::Document.new(response.body).root.text).values.first
  abort "refused: #{inbox['result']}" unless inbox["result"] == "OK"
  inbox
end

call("fetch-new")["message"].each do |message|
  # textU is UTF-16BE in hexadecimal digits.
  puts "#{message['from']}: #{[message['textU']].pack('H*').force_encoding('UTF-16BE').encode('UTF-8')}"
end
puts "#{call('kill-old')['deleted']} deleted"
