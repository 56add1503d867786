-- How the user arranged the menu: groups opened or closed by hand, and pinned screens.
ALTER TABLE user ADD COLUMN menu_choices TEXT NOT NULL DEFAULT '{"groups":{},"pinned":[]}';
