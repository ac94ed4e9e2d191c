// Lo que se dice de las descargas, en los ajustes.

export const packsEs = {
  title: 'Sin red',
  about:
    'Tablas de juego perfecto para el análisis y estrategias con las que el nivel máximo no pierde. Se guardan en este navegador y sirven también sin conexión.',
  tables: 'tablas',
  strategy: 'estrategia para jugar segundo',
  load: 'Descargar',
  pause: 'Pausar',
  resume: 'Seguir',
  remove: 'Borrar',
  of: (action: string, what: string) => `${action}: ${what}`,
  progress: (what: string) => `Descarga de ${what}`,
  soFar: (has: string, all: string) => `${has} de ${all}`,
  here: 'Guardado: se usa sin conexión.',
  full: 'No cabe: el navegador no deja guardar más. Borra algo y sigue desde aquí.',
  barred:
    'Este navegador no deja que las páginas guarden archivos, como en una ventana privada: aquí no se puede descargar nada.',
  cut: 'Se ha cortado la descarga. Al seguir continúa donde quedó.',
};

export type PacksTexts = typeof packsEs;
