"""What only the edition on a phone needs."""
