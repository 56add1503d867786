-- Light was the default that nobody had to choose. The interface now follows the system until a theme is chosen.
UPDATE user SET default_theme = 'system' WHERE default_theme = 'light';
