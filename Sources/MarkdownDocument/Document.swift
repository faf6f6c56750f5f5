import Clibyaml
