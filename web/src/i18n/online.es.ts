// Lo que se dice en las partidas con otras personas a través de un servidor.

/** Lo que un hallazgo necesita para decirse; lo que no le toca queda vacío. */
export interface FindingFacts {
  name: string; // de quién se trata
  number: number; // de la jugada, de la tirada o del suceso
  wanted: string; // lo que sale de los secretos
  told: string; // lo que dijo el servidor
}

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const onlineEs = {
  lists: {
    open: 'Alguien espera',
    playing: 'Partidas para mirar',
    join: 'Sentarse a jugar:',
    watch: 'Mirar:',
    somebody: 'alguien',
    waitsFor: 'Falta gente por llegar',
    over: 'Terminada',
  },
  clock: {
    none: 'Sin reloj',
    days: (n: number) => `${plural(n, 'día', 'días')} por jugada`,
    dueIn: (hours: number) =>
      hours < 48 ? `Quedan ${plural(hours, 'hora', 'horas')}` : `Quedan ${Math.floor(hours / 24)} días`,
    dueNow: 'Se acabó el plazo',
  },
  setup: {
    friend: 'Con alguien por enlace',
    friendNote: 'Cada cual en su aparato, hoy o a lo largo de días.',
    clock: 'Tiempo',
    kinds: { none: 'Sin reloj', live: 'Con reloj, del tirón', days: 'Días por jugada' },
    days: 'Días para cada jugada',
    who: '¿Quién puede venir?',
    link: 'Quien tenga el enlace',
    public: 'Cualquiera: se anuncia en la portada',
    start: 'Crear la partida',
    more: 'Reglas y serie',
    sharedDice: 'Dados de todos: cada aparato pone su parte y nadie puede elegirlos',
    failed: 'El servidor no ha respondido. Comprueba la conexión e inténtalo de nuevo.',
  },
  name: {
    title: '¿Cómo te llamas?',
    label: '¿Cómo quieres que te llamen?',
    note: 'Lo verán quienes jueguen o miren. Puede quedar en blanco.',
    go: 'Sentarme a jugar',
  },
  own: {
    title: 'Tú, en otros aparatos',
    note: 'Sin cuentas ni contraseñas: una llave guardada en este navegador dice qué partidas con otras personas son tuyas. Llévala a otro aparato y sigue jugando allí, con tu nombre y tus ajustes.',
    show: 'Llevarla a otro aparato',
    linkNote:
      'Abre este enlace en tu otro aparato, o léelo con su cámara. No se lo des a nadie: quien lo tenga juega en tu nombre.',
    save: 'Guardarla en un archivo',
    bring: 'Traerla de un archivo',
    fileName: 'ludoteca-llave',
    notKey: 'Ese archivo no es una llave de Ludoteca. Elige uno guardado con «Guardarla en un archivo».',
    copyNote: 'La copia lleva también la llave de tus partidas con otras personas: guárdala para ti.',
    imported: 'Con la copia ha venido la llave de partidas con otras personas.',
    deleteSure:
      'También se borra la llave de tus partidas con otras personas: siguen en el servidor, pero este navegador ya no podrá jugarlas.',
  },
  carry: {
    title: (name: string) => (name ? `¿Eres ${name}?` : '¿Eres tú?'),
    text: 'Este enlace trae lo tuyo desde otro aparato: tus partidas con otras personas, tu nombre y tus ajustes.',
    games: (n: number) =>
      n === 0 ? 'Ahora no hay ninguna partida en curso.' : `En curso: ${plural(n, 'partida', 'partidas')}.`,
    joined: (n: number) =>
      n === 1
        ? 'La partida con otras personas que ya tienes aquí se suma a ellas.'
        : `Las ${n} partidas con otras personas que ya tienes aquí se suman a ellas.`,
    warning: 'Acepta solo si el enlace es tuyo.',
    yes: 'Sí, traerlo todo',
    no: 'No',
    done: 'Hecho: aquí tienes lo tuyo.',
    same: 'Lo tuyo ya estaba en este navegador.',
  },
  mail: {
    title: 'Mensajes de tus partidas',
    confirm: '¿Quieres que te escribamos a esta dirección cuando te toque jugar?',
    stop: '¿Dejamos de escribirte? Tus partidas siguen como están.',
    yes: 'Sí, quiero mensajes',
    leave: 'No quiero más mensajes',
    confirmed: 'Gracias: te escribiremos cuando te toque.',
    stopped: 'Hecho: no te escribiremos más.',
  },
  notices: {
    title: 'Avisos',
    note: 'Para saber que te toca aunque la página esté cerrada, en partidas sin reloj o a lo largo de días.',
    offer: '¿Quieres que este navegador te avise cuando te toque?',
    offerMail: 'Si quieres, te escribimos cuando te toque: está en los ajustes.',
    begin: 'Avisarme cuando me toque',
    end: 'No avisarme más',
    on: 'Este navegador te avisa cuando te toca.',
    impossible:
      'Este navegador no puede avisarte. En un iPhone o iPad, añade antes la página a la pantalla de inicio y ábrela desde allí.',
    forbidden: 'Los avisos de esta página están bloqueados. Puedes permitirlos en los ajustes del navegador.',
    failed: 'El navegador no ha podido preparar los avisos. Inténtalo de nuevo más tarde.',
    address: 'Correo electrónico',
    beginMail: 'Avisarme por correo',
    endMail: 'No escribirme más',
    mailing: (address: string) => `Te escribimos a ${address} cuando te toca.`,
    unconfirmed: (address: string) =>
      `Te hemos escrito a ${address}: abre el enlace del mensaje para confirmar que es tu dirección.`,
    notKept: 'El servidor no ha aceptado esa dirección. Revísala e inténtalo de nuevo.',
  },
  invite: {
    title: 'Invitar',
    text: 'Envía este enlace. Quien lo abra tendrá su asiento.',
    textOf: (name: string) => `Envía este enlace a ${name}. Quien lo abra tendrá su asiento.`,
    secret: 'Es como una llave: dáselo solo a quien vaya a jugar.',
    watchTitle: 'Para mirar',
    qr: 'Código QR con el enlace',
  },
  link: {
    connecting: 'Conectando…',
    waiting: 'Sin conexión. Lo que juegues se enviará en cuanto vuelva.',
    gone: 'Esta partida ya no está en el servidor.',
    refused: 'El servidor no reconoce este enlace. Puedes mirar, pero no jugar.',
  },
  dropped: {
    refused: 'El servidor no ha aceptado tu jugada.',
    taken: 'Ya se había jugado otra cosa desde otro aparato.',
    takenback: 'Se habían retirado jugadas mientras tanto: tu jugada no se ha enviado.',
    over: 'La partida había terminado: tu jugada no se ha enviado.',
  },
  phrases: {
    hello: '¡Hola!',
    'good-luck': '¡Suerte!',
    'good-move': '¡Buena jugada!',
    'well-played': 'Bien jugado.',
    oops: '¡Uy!',
    thanks: 'Gracias.',
    'one-moment': 'Un momento.',
    back: 'Ya estoy aquí.',
    'must-go': 'Tengo que irme.',
    'good-game': 'Buena partida.',
    again: '¿Otra?',
    bye: '¡Hasta otra!',
  } as Record<string, string>,
  verdict: {
    nothing: 'En esta partida no se sortea nada.',
    pending: 'Podrá comprobarse cuando acabe la partida y el servidor muestre su secreto.',
    fairAll: 'Todo cuadra: nadie ha podido elegir los dados, tampoco el servidor.',
    fairServer:
      'Todo cuadra con el secreto que el servidor fijó antes de empezar. Como todas las partes eran suyas, hay que fiarse de que no lo eligió.',
    wrong: 'Algo no cuadra. No te fíes de los dados de esta partida.',
  },
  findings: {
    'events-missing': ({ number }: FindingFacts) => `Faltan sucesos de la partida a partir del número ${number}.`,
    'no-source': () => 'Se ha tirado o sorteado sin que nadie dijera antes de dónde sale.',
    'no-start': () => 'La partida terminó sin haber empezado.',
    'terms-wrong': ({ wanted, told }: FindingFacts) =>
      `Lo que se fijó vale para «${told}», y la partida es «${wanted}».`,
    'server-commitment-broken': () => 'Lo que el servidor fijó al principio no se puede leer.',
    'server-secret-missing': () => 'El servidor no ha mostrado su secreto al acabar.',
    'server-secret-broken': () => 'El secreto que muestra el servidor no se puede leer.',
    'server-secret-wrong': () => 'El secreto del servidor no es el que fijó al principio.',
    'commitment-missing': ({ name }: FindingFacts) => `Falta lo que ${name} fijó al principio.`,
    'commitment-broken': ({ name }: FindingFacts) => `Lo que ${name} fijó al principio no se puede leer.`,
    'commitment-twice': ({ name }: FindingFacts) => `${name} fijó su secreto dos veces.`,
    'commitment-late': ({ name }: FindingFacts) => `${name} fijó su secreto cuando ya se conocía alguno de los demás.`,
    'reveal-missing': ({ name }: FindingFacts) => `${name} no mostró su secreto.`,
    'reveal-broken': ({ name }: FindingFacts) => `El secreto de ${name} no se puede leer.`,
    'reveal-twice': ({ name }: FindingFacts) => `${name} mostró un secreto dos veces.`,
    'reveal-late': ({ name }: FindingFacts) => `El secreto de ${name} se mostró con la partida ya empezada.`,
    'secret-wrong': ({ name }: FindingFacts) => `El secreto de ${name} no es el que fijó al principio.`,
    'part-unasked': ({ name }: FindingFacts) => `${name} puso una parte que nadie esperaba.`,
    'own-part-changed': () => 'La parte de tu aparato no es la que envió.',
    'lots-wrong': ({ wanted, told }: FindingFacts) => `El sorteo de asientos daba ${wanted}, y se dijo ${told}.`,
    'seats-wrong': ({ wanted, told }: FindingFacts) =>
      `Los asientos no se sorteaban: tocaba ${wanted}, y se dijo ${told}.`,
    'throw-wrong': ({ number, wanted, told }: FindingFacts) =>
      `La tirada ${number} para empezar era ${wanted}, y se dijo ${told}.`,
    'throws-count': ({ wanted, told }: FindingFacts) =>
      `Para empezar hacían falta ${wanted} tiradas, y se contaron ${told}.`,
    'starter-wrong': ({ wanted, told }: FindingFacts) =>
      `Según las tiradas empezaba el asiento ${wanted}, y empezó el ${told}.`,
    'roll-wrong': ({ number, wanted, told }: FindingFacts) =>
      `En la jugada ${number} los dados daban ${wanted}, y se dijo ${told}.`,
  },
  server: 'el servidor',
  player: (n: number) => `la persona ${n}`,
  none: 'nada',
};

export type OnlineTexts = typeof onlineEs;
