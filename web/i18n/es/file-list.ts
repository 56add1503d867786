import { recordTexts } from './record'

export const fileList = {
  ...recordTexts({ one: 'lista de archivos', many: 'listas de archivos', gender: 'f', short: 'lista' }),
  title: 'Listas de archivos',
  nothingFound: 'Ninguna lista encontrada',
  emptyText: 'Reúne aquí catálogos, listas de precios y fotos que las colas y el chatbot envían automáticamente.',
  columns: { name: 'Nombre', message: 'Mensaje', files: 'Archivos' },
  files: (count: number) => (count === 1 ? '1 archivo' : `${count} archivos`),
  missing: (count: number) => (count === 1 ? '1 sin archivo' : `${count} sin archivo`),
  fields: {
    name: 'Nombre',
    namePlaceholder: 'Ej.: Catálogo de verano',
    message: 'Mensaje',
    messageHelp: 'Se envía antes de los archivos. Acepta variables, como {{firstName}}.',
    options: 'Archivos',
    optionsHelp: 'Se envían en este orden, cada uno con su leyenda.',
    addOption: 'Agregar archivo',
    file: 'Archivo',
    caption: 'Leyenda',
    tooLargeFor: (channels: string) => `No se envía por: ${channels}`,
  },
  deleteText: (queues: readonly string[]) =>
    `${queues.length === 0 ? 'Ninguna cola la envía.' : `Deja de enviarla: ${queues.join(', ')}.`} Sus archivos se eliminan; los ya enviados quedan en las conversaciones. Esta acción no se puede deshacer.`,
}
