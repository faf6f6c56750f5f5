// The executable. Its code is in the module 'pmd', so that tests can import it.
import pmd

Program.main()
