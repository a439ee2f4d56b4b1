# In place of PyTorch, in PYTHONPATH, where a test is to be without it.
raise ImportError("this test is without PyTorch")
