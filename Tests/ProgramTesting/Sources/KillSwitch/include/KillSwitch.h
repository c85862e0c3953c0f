// A library to preload into a program under test. It counts the program's changes to files below
// one folder and, at a chosen one, kills the program or makes the change fail. It has no interface
// but its environment, which killswitch.c describes.
