// tiny
