/** Subqueries for list conditions; the parameter is the tag. */
export const contactIdsOfTag = '(SELECT contact_id FROM contact_tag WHERE tag_id = ?)'
export const ticketIdsOfTag = '(SELECT ticket_id FROM ticket_tag WHERE tag_id = ?)'
