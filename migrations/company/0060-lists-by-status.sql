-- Lists of every status merge those of each from ticket_list. Each message would move its ticket in this index as well.
DROP INDEX ticket_updated;
