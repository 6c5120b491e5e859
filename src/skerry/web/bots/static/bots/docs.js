// The API's documentation, drawn by Swagger UI.

const place = document.getElementById("docs");
window.SwaggerUIBundle({ url: place.dataset.document, domNode: place, deepLinking: true, validatorUrl: null });
