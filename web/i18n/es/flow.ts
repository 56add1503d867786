/** Texts of the list of conversation flows. */
export const flow = {
  title: 'Flujos de conversación',
  add: 'Agregar flujo',
  emptyTitle: 'Aún no hay flujos',
  emptyText:
    'Un flujo conversa con el contacto por sí solo: hace preguntas, muestra un menú y entrega la conversación a la cola correcta.',
  searchPlaceholder: 'Buscar flujos',
  nothingFound: 'No se encontraron flujos',
  columns: { name: 'Nombre', status: 'Estado', schedule: 'Horario' },
  active: 'Activo',
  inactive: 'Desactivado',
  activeOf: (name: string) => `Flujo ${name} activo`,
  lastError: (when: string) => `Última falla ${when}`,
  failures: {
    flowLoop: 'El flujo dio demasiadas vueltas sin esperar una respuesta.',
    flowNoStart: 'El flujo no tiene inicio.',
    flowIncompleteNode: 'Se omitió un paso incompleto:',
    flowMissingFile: 'Un archivo ya no existe y no se envió:',
    flowFileTooLarge: 'Un archivo es demasiado grande para el canal y no se envió:',
    flowUnknownQueue: 'La cola de un paso ya no existe. Código:',
    flowUnknownTag: 'La etiqueta de un paso ya no existe. Código:',
    flowUnknownAgent: 'El agente de un paso ya no existe. Código:',
    other: 'Falló un paso del flujo.',
  },
  editAction: 'Editar flujo',
  actions: {
    rename: 'Editar nombre',
    duplicate: 'Duplicar',
    schedule: 'Definir horario',
    import: 'Importar',
    export: 'Exportar',
  },
  addTitle: 'Agregar flujo',
  editTitle: 'Editar el nombre del flujo',
  created: 'Flujo creado',
  saved: 'Flujo guardado',
  duplicated: 'Flujo duplicado',
  fields: {
    name: 'Nombre',
    namePlaceholder: 'Ej.: Bienvenida',
    start: 'Inicio',
    end: 'Fin',
  },
  scheduleTitle: (name: string) => `Horario de “${name}”`,
  scheduleHelp:
    'En las conexiones que usan este flujo por horario, atiende las conversaciones nuevas en este período. Puede terminar al día siguiente. Deja ambos vacíos para no tener horario.',
  scheduled: 'Horario guardado.',
  imported: '¡Importado!',
  importing: {
    title: (name: string) => `Importar en “${name}”`,
    text: 'El dibujo del archivo reemplaza al actual, que sigue en el historial de versiones. Las colas y las etiquetas se reconocen por su nombre.',
    choose: 'Elegir archivo',
    openFlow: 'Abrir flujo',
    chooseAgain: (count: number) =>
      count === 1
        ? 'Una parte del flujo debe elegirse de nuevo, como una cola o un archivo.'
        : `${count} partes del flujo deben elegirse de nuevo, como colas o archivos.`,
  },
  deleteTitle: (name: string) => `¿Eliminar el flujo “${name}”?`,
  deleteText: 'Se perderán todas las integraciones relacionadas.',
  deleteAction: 'Eliminar',
  deleted: 'Flujo eliminado',
}
