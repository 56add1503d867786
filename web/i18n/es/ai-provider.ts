import { recordTexts } from './record'

export const aiProvider = {
  ...recordTexts({ one: 'proveedor', many: 'proveedores', gender: 'm', success: '' }),
  title: 'Proveedores de IA',
  searchPlaceholder: 'Buscar proveedor',
  emptyText:
    'Los agentes de IA usan los modelos de un proveedor, como OpenAI, Gemini o Groq. Agrega el tuyo con su clave de API.',
  columns: { id: 'ID', name: 'Nombre', address: 'Dirección de la API', models: 'Modelos' },
  service: 'Servicio',
  otherService: 'Otro servicio',
  otherServiceHelp: 'Cualquier API compatible con la de OpenAI',
  addressHelp: 'La dirección base de la API, hasta antes de /chat/completions.',
  apiKey: 'Clave de API',
  apiKeyHelp: 'Se guarda cifrada y no se vuelve a mostrar.',
  apiKeyKept: 'Déjala vacía para mantener la clave actual, que no se muestra.',
  asking: 'Buscando modelos…',
  modelCount: (count: number) => (count === 1 ? '1 modelo' : `${count} modelos`),
  askedAt: (at: string) => `Lista actualizada el ${at}`,
  refresh: 'Actualizar modelos',
  refreshing: 'La lista de modelos se está actualizando',
  errors: {
    keyRefused: 'Clave rechazada',
    notFound: 'Sin lista de modelos',
    refusedAddress: 'Dirección no permitida',
    unreachable: 'Sin respuesta',
    unreadableKey: 'Clave ilegible',
  },
  errorHelp: {
    keyRefused: 'El proveedor no aceptó la clave de API. Revísala y guarda de nuevo.',
    notFound: 'La dirección respondió, pero no con una lista de modelos. Revisa la dirección.',
    refusedAddress: 'La dirección no es pública. Quien administra el servidor puede permitirla.',
    unreachable: 'El proveedor no respondió. Se le vuelve a preguntar en una hora.',
    unreadableKey: 'La clave la guardó otro servidor. Ingrésala de nuevo.',
  },
  deleteText: 'Se borran su clave y su lista de modelos. Esta acción no se puede deshacer.',
}
