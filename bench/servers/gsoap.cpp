// The contract served by gSOAP as its guide shows it: threads that accept connections. soapcpp2 generates everything but this.
#include "soapH.h"
#undef SOAP_PURE_VIRTUAL
#define SOAP_PURE_VIRTUAL { return SOAP_NO_METHOD; }
#include "MessengerSoap.nsmap"
#include "soapMessengerSoapService.cpp"
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>

/** Connections at once. */
constexpr int connections = 64;

class Messenger : public MessengerSoapService {
public:
  Messenger() : MessengerSoapService(SOAP_IO_KEEPALIVE | SOAP_C_UTFSTRING) {
    max_keep_alive = 0;
    bind_flags = SO_REUSEADDR;
  }

  Messenger *copy() override { return new Messenger(*this); }

  int GetGreeting(_ns1__GetGreeting *, _ns1__GetGreetingResponse &response) override {
    response.GetGreetingResult = "Messenger";
    return SOAP_OK;
  }

  int HTTP_USCOREKeepAlive(_ns1__HTTP_USCOREKeepAlive *, _ns1__HTTP_USCOREKeepAliveResponse &response) override {
    response.HTTP_USCOREKeepAliveResult = soap_new_ns1__CommonResult(this);
    response.HTTP_USCOREKeepAliveResult->Result = text("OK");
    return SOAP_OK;
  }

  int HTTP_USCOREAuthenticate2(_ns1__HTTP_USCOREAuthenticate2 *,
                               _ns1__HTTP_USCOREAuthenticate2Response &response) override {
    auto *result = soap_new_ns1__AuthResult2(this);
    result->Result = text("OK");
    result->NetPoints = text("1000000000");
    result->Originators = soap_new_ns1__ArrayOfString(this);
    result->Originators->string = {"Shop"};
    result->CustomerID = 42;
    result->Credits = soap_new_ns1__ArrayOfCreditPair(this);
    result->Credits->CreditPair = {credit(ns1__PackageMsgType__SMS, "1000000000"),
                                   credit(ns1__PackageMsgType__MMS, "0")};
    response.HTTP_USCOREAuthenticate2Result = result;
    return SOAP_OK;
  }

  int HTTP_USCORESendSms(_ns1__HTTP_USCORESendSms *, _ns1__HTTP_USCORESendSmsResponse &response) override {
    auto *result = soap_new_ns1__SendResult(this);
    result->Result = text("OK");
    result->RejectedNumbers = soap_new_ns1__ArrayOfString(this);
    result->RejectedNumbers->string = {"12025550105", "12025550106"};
    result->TransactionID = text("6f1c2f1e-8f3b-4c55-9d1e-3d0a54a1b0c7");
    result->NetPoints = text("1234");
    response.HTTP_USCORESendSmsResult = result;
    return SOAP_OK;
  }

private:
  ns1__CreditPair *credit(enum ns1__PackageMsgType type, const char *value) {
    auto *made = soap_new_ns1__CreditPair(this);
    made->Type = type;
    made->Value = text(value);
    return made;
  }

  std::string *text(const char *characters) {
    auto *made = soap_new_std__string(this);
    *made = characters;
    return made;
  }
};

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  Messenger listener;
  if (!soap_valid_socket(listener.bind("127.0.0.1", 0, 100))) return 1;
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  getsockname(listener.master, reinterpret_cast<struct sockaddr *>(&address), &length);
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  std::vector<std::thread> threads;
  for (int count = 0; count < connections; count++) {
    threads.emplace_back([connection = std::unique_ptr<Messenger>(listener.copy())] {
      while (soap_valid_socket(connection->accept())) {
        connection->serve();
        connection->destroy();
      }
    });
  }
  for (auto &thread : threads) thread.join();
}
