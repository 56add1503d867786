/** Texts of the queues screen and its dialog. */
export const queue = {
  title: 'Filas',
  add: 'Agregar fila',
  emptyTitle: 'Aún no hay filas',
  emptyText: 'Las filas separan los tickets por sector, como Ventas y Soporte.',
  columns: { id: 'ID', name: 'Nombre', color: 'Color', order: 'Orden', greeting: 'Mensaje de saludo' },
  noGreeting: 'Sin saludo',
  addTitle: 'Agregar fila',
  editTitle: 'Editar fila',
  fields: {
    name: 'Nombre',
    namePlaceholder: 'Ej.: Ventas',
    color: 'Color',
    order: 'Orden',
    orderHelp: 'Las filas aparecen del número menor al mayor.',
    greeting: 'Mensaje de saludo',
    greetingHelp: 'Se envía cuando el contacto elige esta fila.',
  },
  created: 'Fila creada con éxito',
  saved: 'Fila guardada con éxito',
  deleteTitle: (name: string) => `¿Eliminar la fila “${name}”?`,
  deleteText: (count: number) =>
    `${count === 0 ? 'Ningún ticket en curso está en ella.' : count === 1 ? '1 ticket en curso queda sin fila.' : `${count} tickets en curso quedan sin fila.`} Usuarios y conexiones dejan de usarla. Esto no se puede deshacer.`,
  deleteAction: 'Eliminar fila',
  deleted: 'Fila eliminada con éxito',
}
