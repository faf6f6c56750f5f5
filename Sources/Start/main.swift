// The program itself. All that it does is in the module 'pmd', which the tests are linked with too.
import pmd

Program.main()
