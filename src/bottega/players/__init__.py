"""Players of every protocol, written from its document, who play at random and write down what happens to them."""
