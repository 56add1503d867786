/** Texts of the personal to-do list. */
export const todo = {
  title: 'To-do list',
  newTask: 'New task',
  editTask: 'Edit task',
  add: 'Add',
  save: 'Save',
  cancel: 'Cancel',
  emptyTitle: 'No tasks',
  emptyText: 'Note what you have to do. The list stays in this browser only.',
  full: 'The list has reached 500 tasks. Delete one to add another.',
  createdAt: (at: string) => `Created ${at}`,
  updatedAt: (at: string) => `Changed ${at}`,
  editOf: (text: string) => `Edit: ${text}`,
  deleteOf: (text: string) => `Delete: ${text}`,
  deleted: 'Task deleted',
  undo: 'Undo',
  notKept: 'The browser did not keep the task: there is no space left for the data of this site.',
}
