import { recordTexts } from './record'

export const help = {
  ...recordTexts({ one: 'video', many: 'videos', gender: 'm' }),
  pageTitle: 'Ayuda',
  play: (title: string) => `Ver: ${title}`,
  noneTitle: 'Aún no hay videos',
  noneText: 'Los videos de ayuda publicados aparecen aquí.',
  title: 'Videos de ayuda',
  searchPlaceholder: 'Buscar por título',
  emptyText: 'Lo que se publica aquí aparece en la página Ayuda de todas las empresas.',
  columns: { title: 'Título', description: 'Descripción', video: 'Video', createdAt: 'Creado el' },
  videoHelp: 'La dirección del video en YouTube o su código de 11 caracteres.',
  saveHint: 'Revisa si ya existe un video con este título o si quedó algún campo sin completar.',
  deleteText: 'Desaparece de la página Ayuda de todas las empresas. Esta acción no se puede deshacer.',
}
