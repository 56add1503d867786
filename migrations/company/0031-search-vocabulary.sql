-- The words of the search index in order, so that a prefix is replaced by the few words that begin with it.
CREATE VIRTUAL TABLE message_search_word USING fts5vocab (message_search, instance);
