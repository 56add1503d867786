/** Texts of the personal to-do list. */
export const todo = {
  title: 'Lista de tareas',
  newTask: 'Nueva tarea',
  editTask: 'Editar tarea',
  add: 'Agregar',
  save: 'Guardar',
  cancel: 'Cancelar',
  emptyTitle: 'No hay tareas',
  emptyText: 'Anota aquí lo que tienes que hacer. La lista queda solo en este navegador.',
  full: 'La lista llegó a 500 tareas. Elimina alguna para agregar otra.',
  createdAt: (at: string) => `Creada el ${at}`,
  updatedAt: (at: string) => `Modificada el ${at}`,
  editOf: (text: string) => `Editar: ${text}`,
  deleteOf: (text: string) => `Eliminar: ${text}`,
  deleted: 'Tarea eliminada',
  undo: 'Deshacer',
  notKept: 'El navegador no guardó la tarea: falta espacio para los datos de este sitio.',
}
