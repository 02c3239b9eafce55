// Nothing is called: who imports the module links C++'s standard library.
#pragma once
