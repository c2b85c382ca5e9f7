#!/bin/sh
# Installs Arbitro as a service into one folder: what the image does, and what a machine without containers can do.
# usage: install.sh SOURCE FOLDER   (PYTHON=python3.12 for another Python)
set -eu
source=$1
folder=$2
"${PYTHON:-python3}" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --no-cache-dir --require-hashes -r "$source/requirements/serve.lock"
"$folder/bin/python" -m pip install --quiet --no-cache-dir --no-deps --no-build-isolation "$source"
"$folder/bin/arbitro" --version
