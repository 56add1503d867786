import { planFeatures } from './plan-features'
import { recordTexts } from './record'

export const plan = {
  ...recordTexts({ one: 'plan', many: 'planes', gender: 'm' }),
  title: 'Planes',
  emptyTitle: 'Ningún plan',
  emptyText: 'Los planes que las empresas pueden contratar aparecen aquí.',
  columns: {
    name: 'Nombre',
    id: 'ID',
    users: 'Usuarios',
    connections: 'Conexiones',
    queues: 'Colas',
    storageGb: 'Almacenamiento',
    amount: 'Valor',
    isPublic: 'Público',
    features: 'Funciones',
  },
  public: 'Público',
  private: 'Privado',
  publicHelp: 'Se ofrece en el registro y al cambiar de plan.',
  unlimited: 'Ilimitado',
  storageHelp:
    'Los archivos y la base de datos de la empresa. Al llegar al límite, los archivos, las importaciones y las exportaciones esperan; los textos y las conversaciones siguen. Si queda vacío, no hay límite.',
  limitsHelp:
    'Reducir un límite no elimina nada: la empresa que lo supera no puede agregar más, y las conexiones que lo superan funcionan hasta que se desconecten.',
  allFeatures: 'Todas las funciones',
  noFeatures: 'Ninguna función',
  flags: planFeatures,
  saveHint: 'Revisa si ya existe un plan con este nombre o si quedó algún campo sin completar.',
  firstKept: 'El plan inicial no se puede eliminar.',
}
