"""What `import ludoteca` offers, built on the packages below; import it from `ludoteca` itself."""
