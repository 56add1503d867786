/** A subquery for the conditions of lists; the parameter is the tag. */
export const contactIdsOfTag = '(SELECT contact_id FROM contact_tag WHERE tag_id = ?)'
