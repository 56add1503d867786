import './contact-list.calls'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'contactListItem.created': { contactListItemId: number; inListId: number }
    'contactListItem.updated': { contactListItemId: number; inListId: number }
    'contactListItem.deleted': { contactListItemId: number; inListId: number; name: string }
    /** Many items at once, through an import, a check of their numbers, or contacts that were added. */
    'contactListItems.changed': { inListId: number }
  }
}
