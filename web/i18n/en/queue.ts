/** Texts of the queues screen and its dialog. */
export const queue = {
  title: 'Queues',
  add: 'Add queue',
  emptyTitle: 'No queue yet',
  emptyText: 'Queues part the tickets by department, such as Sales and Support.',
  columns: { id: 'ID', name: 'Name', color: 'Colour', order: 'Order', greeting: 'Greeting message' },
  noGreeting: 'No greeting',
  addTitle: 'Add queue',
  editTitle: 'Edit queue',
  fields: {
    name: 'Name',
    namePlaceholder: 'E.g. Sales',
    color: 'Colour',
    order: 'Order',
    orderHelp: 'Queues are listed from the smallest number to the largest.',
    greeting: 'Greeting message',
    greetingHelp: 'Sent when the contact chooses this queue.',
  },
  created: 'Queue created successfully',
  saved: 'Queue saved successfully',
  deleteTitle: (name: string) => `Delete the queue “${name}”?`,
  deleteText: (count: number) =>
    `${count === 0 ? 'No ticket under way is in it.' : count === 1 ? '1 ticket under way is left without a queue.' : `${count} tickets under way are left without a queue.`} Users and connections no longer use it. This cannot be undone.`,
  deleteAction: 'Delete queue',
  deleted: 'Queue deleted successfully',
}
