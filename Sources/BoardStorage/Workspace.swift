import Clinux
import Git
import TaskBoard
