#include <bristle/bristle.hpp>
#include <iostream>

int main() { std::cout << "bristle " << bristle::version << '\n'; }
