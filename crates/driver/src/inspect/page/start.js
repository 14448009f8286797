wireglotViewer.mount(document.querySelector("main"), JSON.parse(document.getElementById("data").textContent));
